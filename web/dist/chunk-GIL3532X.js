import{q as r}from"./chunk-RDVC5WNU.js";r.bring=()=>import("./desk-33MOJGEX.js");
