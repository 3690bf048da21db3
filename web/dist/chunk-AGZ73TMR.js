import{p as r}from"./chunk-RRI243LU.js";r.bring=()=>import("./desk-ICCQFWLN.js");
