import{k as a,l as b}from"./chunk-HLPEGYWQ.js";import"./chunk-XQMNV2XC.js";import"./chunk-KWVE5RAD.js";import"./chunk-4CJCDB3G.js";export{b as Decided,a as Inbox};
