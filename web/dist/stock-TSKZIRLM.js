import{a,b,c,d}from"./chunk-MNAPR2XW.js";import"./chunk-N4UCBYIT.js";import"./chunk-SRRYDX22.js";import"./chunk-MYLVIZY4.js";export{c as detail,d as kindWord,b as list,a as w};
