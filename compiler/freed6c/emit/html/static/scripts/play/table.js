class TableMode { constructor() { this.root = document.createElement("div"); } }
