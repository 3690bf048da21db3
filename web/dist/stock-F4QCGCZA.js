import{a,b,c,d}from"./chunk-L3JDQCNC.js";import"./chunk-XQMNV2XC.js";import"./chunk-KWVE5RAD.js";import"./chunk-4CJCDB3G.js";export{c as detail,d as kindWord,b as list,a as w};
