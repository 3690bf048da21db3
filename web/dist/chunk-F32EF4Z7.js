import{q as r}from"./chunk-OCAJXYIP.js";r.bring=()=>import("./desk-AFQLJU7M.js");
