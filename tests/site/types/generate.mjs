// Makes types of a schema as others do: generate.mjs SCHEMA FOLDER.
import { readFileSync, writeFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";
import { InputData, JSONSchemaInput, quicktype } from "quicktype-core";

const [schema, folder] = process.argv.slice(2);
const text = readFileSync(schema, "utf8");
writeFileSync(`${folder}/json2ts.ts`, await compile(JSON.parse(text), "Ruleset", { format: false }));

const source = new JSONSchemaInput(undefined);
await source.addSource({ name: "Ruleset", schema: text });
const inputData = new InputData();
inputData.addInput(source);
const options = { inputData, lang: "typescript", rendererOptions: { "just-types": "true" } };
writeFileSync(`${folder}/quicktype.ts`, (await quicktype(options)).lines.join("\n"));
