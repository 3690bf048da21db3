import{a,b,c,d}from"./chunk-J4UKGETC.js";import"./chunk-X3ZOESZ4.js";import"./chunk-CPFSUXEU.js";import"./chunk-V7BIM3FD.js";export{d as EntryRow,c as detail,a as fin,b as list};
