import{q as r}from"./chunk-VAHBRLOZ.js";r.bring=()=>import("./desk-MJVH2UZ3.js");
