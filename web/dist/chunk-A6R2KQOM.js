import{q as r}from"./chunk-35XQ4YOI.js";r.bring=()=>import("./desk-HFGVJLC6.js");
