import{a,b,c,d}from"./chunk-YHALLZUM.js";import"./chunk-XQMNV2XC.js";import"./chunk-KWVE5RAD.js";import"./chunk-4CJCDB3G.js";export{d as EntryRow,c as detail,a as fin,b as list};
