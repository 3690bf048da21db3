import{q as r}from"./chunk-ZOGAL6CI.js";r.bring=()=>import("./desk-BZBAJATL.js");
