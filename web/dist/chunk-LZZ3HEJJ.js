import{q as r}from"./chunk-77LF4PAR.js";r.bring=()=>import("./desk-43VCE5P7.js");
