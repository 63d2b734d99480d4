import puppeteer from 'puppeteer-core';
const [site,out,scheme,...names]=process.argv.slice(2);
const b=await puppeteer.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-dev-shm-usage']});
const p=await b.newPage();
await p.emulateMediaFeatures([{name:'prefers-color-scheme',value:scheme}]);
for(const n of names) for(const w of [1280,390]){ await p.setViewport({width:w,height:900});
 await p.goto('file://'+site+'/'+n+'.html'); await new Promise(r=>setTimeout(r,300));
 const c=await p.$('.contents'); 
 const h=await p.evaluate(()=>{const c=document.querySelector('#doc-content'); return c?c.scrollHeight:0});
 await p.setViewport({width:w,height:Math.min(5000,h+130)}); await new Promise(r=>setTimeout(r,300));
 await p.screenshot({path:`${out}/${n}-${w}.png`});}
await b.close();
