import{a,b,c,d}from"./chunk-T4UXSCKC.js";import"./chunk-WQQHPZ64.js";import"./chunk-UTXKW24M.js";import"./chunk-2BDZDY66.js";export{c as detail,d as kindWord,b as list,a as w};
