import{k as a,l as b}from"./chunk-JW3M3PTK.js";import"./chunk-X3ZOESZ4.js";import"./chunk-CPFSUXEU.js";import"./chunk-V7BIM3FD.js";export{b as Decided,a as Inbox};
