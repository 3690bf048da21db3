import{p as r}from"./chunk-U6JXDGIQ.js";r.bring=()=>import("./desk-ANEP2EP4.js");
