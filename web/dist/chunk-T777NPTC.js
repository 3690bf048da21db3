import{q as r}from"./chunk-5LLHD2W3.js";r.bring=()=>import("./desk-BTKDERKL.js");
