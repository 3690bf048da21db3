import{q as r}from"./chunk-OWXQVBJ5.js";r.bring=()=>import("./desk-Z6QYH444.js");
