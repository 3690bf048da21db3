import{q as r}from"./chunk-X3BRBZP6.js";r.bring=()=>import("./desk-DBUN3MEV.js");
