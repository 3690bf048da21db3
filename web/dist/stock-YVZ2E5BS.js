import{a,b,c,d}from"./chunk-R3M44GWJ.js";import"./chunk-X3ZOESZ4.js";import"./chunk-CPFSUXEU.js";import"./chunk-V7BIM3FD.js";export{c as detail,d as kindWord,b as list,a as w};
