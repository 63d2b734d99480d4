import puppeteer from 'puppeteer-core';
const [site,out,...names]=process.argv.slice(2);
const b=await puppeteer.launch({executablePath:'/usr/bin/chromium',args:['--no-sandbox','--disable-dev-shm-usage']});
const p=await b.newPage();
await p.emulateMediaFeatures([{name:'prefers-color-scheme',value:'dark'}]);
for(const n of names){ await p.goto('file://'+site+'/'+n+'.html'); await new Promise(r=>setTimeout(r,300)); await p.pdf({path:out+'/'+n+'.pdf',preferCSSPageSize:true}); }
await b.close();
