import{q as r}from"./chunk-Q2VPIMBV.js";r.bring=()=>import("./desk-P6V6FHTB.js");
