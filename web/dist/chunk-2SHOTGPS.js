import{q as r}from"./chunk-L6EN464C.js";r.bring=()=>import("./desk-KN5H5R4M.js");
