import{q as r}from"./chunk-3ZHU7VNJ.js";r.bring=()=>import("./desk-JRO6MM4A.js");
