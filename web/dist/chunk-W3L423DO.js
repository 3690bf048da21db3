import{p as r}from"./chunk-ZV5JUSYY.js";r.bring=()=>import("./desk-QSLYO4SB.js");
