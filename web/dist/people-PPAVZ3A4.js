import{a,b}from"./chunk-ZQ2CO5EH.js";import"./chunk-5RYCT4H2.js";import"./chunk-TVG7XUP4.js";import"./chunk-UTXKW24M.js";import"./chunk-2BDZDY66.js";export{b as People,a as w};
