import{a,b,c,d}from"./chunk-HYDB3LYE.js";import"./chunk-WQQHPZ64.js";import"./chunk-UTXKW24M.js";import"./chunk-2BDZDY66.js";export{d as EntryRow,c as detail,a as fin,b as list};
