import{q as r}from"./chunk-WL5R6BLI.js";r.bring=()=>import("./desk-VAWJ36J7.js");
