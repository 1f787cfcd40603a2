import { expect } from 'chai';
import { buildOpenApiDocument } from '../../../api/openapi/document.ts';
import { compileDocument } from '../../../api/openapi/validators.ts';
import { EXAMPLE_IDS, eachExample } from '../../helpers/examples.ts';

const document = buildOpenApiDocument();
const validatorAt = compileDocument(document);

describe('the examples of the OpenAPI document', () => {
  for (const { name, pointer, example } of eachExample(document)) {
    it(`${name} is valid under its schema`, () => {
      const validate = validatorAt([...pointer, 'schema']);
      const valid = validate(example);
      const details = `${JSON.stringify(validate.errors)}\n${JSON.stringify(example)}`;
      expect(valid, details).to.equal(true);
    });
  }

  it('name the record of each path by an id for which the document says where to find a real one', () => {
    for (const path of Object.values(document.paths)) {
      for (const { operationId, parameters = [] } of Object.values<any>(path)) {
        for (const { in: place, schema, example } of parameters) {
          if (place !== 'path' || schema.format !== 'uuid') continue;
          expect(EXAMPLE_IDS, `${operationId}: no list has its record`).to.include(example);
        }
      }
    }
  });
});
