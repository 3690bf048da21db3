import{a,b}from"./chunk-37FG5TTX.js";import"./chunk-YCLRDDIH.js";import"./chunk-O64HURKF.js";import"./chunk-CPFSUXEU.js";import"./chunk-V7BIM3FD.js";export{b as People,a as w};
