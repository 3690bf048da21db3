function i(n){let t=n.split(`
`).map((e,l)=>{let s=e.split(/\t|;/).map(o=>o.trim());for(;s.at(-1)==="";)s.pop();return{at:l+1,cells:s}}).filter(({cells:e})=>e.length>0);return t[0]?.at===1&&!/\p{Nd}/u.test(t[0].cells.join())?{heading:t[0],rows:t.slice(1)}:{rows:t}}export{i as a};
