import{r}from"./chunk-K6D7CX66.js";r.bring=()=>import("./desk-HS7AY3E4.js");
