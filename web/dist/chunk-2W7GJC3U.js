import{p as r}from"./chunk-YMLIZYBW.js";r.bring=()=>import("./desk-ZNC7CL2F.js");
