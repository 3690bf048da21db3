import{a,b}from"./chunk-TTUXB4EC.js";import"./chunk-I4LQDFAS.js";import"./chunk-SBFZXR2C.js";import"./chunk-KWVE5RAD.js";import"./chunk-4CJCDB3G.js";export{b as People,a as w};
