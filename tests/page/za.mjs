import puppeteer from 'puppeteer-core';
import fs from 'node:fs';
const axe=fs.readFileSync('node_modules/axe-core/axe.min.js','utf8');
const site=process.argv[2];
const b=await puppeteer.launch({executablePath:'/usr/bin/chromium',protocolTimeout:300000,timeout:120000,args:['--no-sandbox','--disable-dev-shm-usage']});
const p=await b.newPage(); await p.setViewport({width:1280,height:900});
for(const scheme of ['light','dark']) for(const n of process.argv.slice(3)){ await p.emulateMediaFeatures([{name:'prefers-color-scheme',value:scheme}]); await p.goto('file://'+site+'/'+n); await p.evaluate(axe);
 const r=await p.evaluate(()=>axe.run({runOnly:['wcag2a','wcag2aa','wcag21a','wcag21aa']}));
 for(const v of r.violations) console.log(n,scheme,v.id,v.impact,v.nodes.length,v.nodes.slice(0,3).map(x=>x.target+' '+x.html.slice(0,120)+' '+(x.any[0]?.message||'').slice(0,150)).join('\n     '));
 console.log(n,scheme,'done');}
await b.close();
