import{r}from"./chunk-QVL6ZXJG.js";r.bring=()=>import("./desk-7UYMTHFF.js");
