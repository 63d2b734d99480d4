import fs from 'node:fs';
const src=fs.readFileSync('/work/h-51/docs/site/site.js','utf8'); const i=src.indexOf('// What two'), j=src.indexOf('function addSearch');
const {search,excerpt}=new Function(src.slice(i,j)+';return {search,excerpt}')();
const sections=new Function(fs.readFileSync('/work/h-51/build/docs/html/sections.js','utf8')+';return sections')();
for(const w of ['--lambda','--vary','Dmax','D_max','end-effector','regularization','regularisation','oscillation','Solver::solve','solver solve','ROS','fractal basin','characteristic length','glossary','zqx','lambda','jitter','colour']){console.log('##',w); for(const s of search(sections,w).slice(0,4)) console.log('   ',s.title,'|',s.url,'|',excerpt(s,w).slice(0,80));}
