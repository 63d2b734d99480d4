import puppeteer from 'puppeteer-core';
const [site,out,...names]=process.argv.slice(2);
const b=await puppeteer.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-dev-shm-usage']});
const p=await b.newPage();
const cut=()=>{
  const r=[];
  const box=document.querySelector('.contents').getBoundingClientRect();
  for(const e of []){
    const b=e.getBoundingClientRect(); if(!b.width) continue;
    let over=Math.max(b.right-box.right, e.scrollWidth-e.clientWidth-(e.clientWidth?0:1e9));
    if(over>1.5) r.push(`${e.className||e.tagName} ${Math.round(over)} ${e.textContent.trim().slice(0,50)}`);
    if(e.matches('.formula span')) for(const m of e.querySelectorAll('math')){const mb=m.getBoundingClientRect(); if(mb.right>box.right+1.5) r.push('math '+Math.round(mb.right-box.right)+' '+m.textContent.slice(0,50));}
  } return r;};
import fs from 'node:fs';
const all=names.length?names:fs.readdirSync(site).filter(n=>n.endsWith('.html')&&!/^(class|struct|namespace|concept)/.test(n)).map(n=>n.replace('.html',''));
for(const n of all){
 await p.goto('file://'+site+'/'+n+'.html');
 for(const w of [1280,390,680]){ 
  await p.emulateMediaType(w==680?'print':'screen');
  await p.setViewport({width:w,height:900}); await new Promise(r=>setTimeout(r,60));
  if(!await p.$('.contents')) continue;
  const r=await p.evaluate(cut); if(r.length) console.log(n,w,r.length,r.slice(0,4).join(' | '));
 }
}
await b.close();
