import{q as r}from"./chunk-OCAJXYIP.js";r.bring=()=>import("./desk-HUN63DPB.js");
