import{p as r}from"./chunk-3X5CH7WZ.js";r.bring=()=>import("./desk-HJO3HHLC.js");
