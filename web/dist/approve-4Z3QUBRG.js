import{k as a,l as b}from"./chunk-4B72I4ME.js";import"./chunk-WQQHPZ64.js";import"./chunk-UTXKW24M.js";import"./chunk-2BDZDY66.js";export{b as Decided,a as Inbox};
