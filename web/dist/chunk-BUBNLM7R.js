import{q as r}from"./chunk-UPDY7Y4A.js";r.bring=()=>import("./desk-QGFFLYNJ.js");
