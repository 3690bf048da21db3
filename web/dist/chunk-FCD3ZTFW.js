import{q as r}from"./chunk-6JS4I4QL.js";r.bring=()=>import("./desk-F7L76HXF.js");
