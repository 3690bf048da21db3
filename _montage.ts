import sharp from "sharp";
const [out, ...names] = Deno.args;
const imgs = await Promise.all(names.map(async n => { const s = sharp(`/tmp/shots/${n}.png`); const m = await s.metadata(); return {input: await s.toBuffer(), w: m.width!, h: m.height!}; }));
const W = imgs.reduce((a,i)=>a+i.w+10,0), H = Math.max(...imgs.map(i=>i.h));
let x=0; const comp = imgs.map(i=>{const c={input:i.input,left:x,top:0}; x+=i.w+10; return c;});
await sharp({create:{width:W,height:H,channels:3,background:"#888"}}).composite(comp).png().toFile(out);
