import puppeteer from 'puppeteer-core';
import fs from 'node:fs';
function beyond() {
  const found = [], right = document.querySelector('.contents').getBoundingClientRect().right + 1.5;
  for (const math of document.querySelectorAll('.formula math')) {
    if (math.getBoundingClientRect().right > right) found.push('formula ' + math.textContent);
  }
  for (const line of document.querySelectorAll('.contents .fragment .line')) {
    const range = document.createRange();
    range.selectNodeContents(line);
    if ([...range.getClientRects()].some(box => box.right > right + 8)) found.push('code ' + line.textContent);
  }
  for (const table of document.querySelectorAll('.contents table.markdownTable')) {
    if (table.getBoundingClientRect().right > right || table.scrollWidth > table.clientWidth + 2) {
      found.push('table ' + table.textContent.slice(0, 60));
    }
  }
  return found;
}


const site=process.argv[2];
const b=await puppeteer.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-dev-shm-usage']});
const p=await b.newPage();
const all=process.argv.slice(3).length?process.argv.slice(3):fs.readdirSync(site).filter(name=>name.endsWith('.html')&&!/^(class|struct|namespace|concept|annotated|hierarchy|index)/.test(name));
for(const n of all){ await p.goto('file://'+site+'/'+n,{waitUntil:'domcontentloaded'});
 for (const [media, width] of [['screen', 1280], ['screen', 390], ['print', 680]]) { await p.emulateMediaType(media); await p.setViewport({width,height:900});
 const r=await p.evaluate(beyond).catch(e=>[String(e).slice(0,90)]); if(r.length) console.log(n,media,width,r.length,r.slice(0,3));}}
console.log('done'); await b.close();
