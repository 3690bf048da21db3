import{q as r}from"./chunk-YPPIMKA5.js";r.bring=()=>import("./desk-S5DCLYA5.js");
