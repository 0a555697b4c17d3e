import { Code } from '../../../templates/api/Code.tsx';
import { Heading } from '../../../templates/api/Heading.tsx';
import { Operation } from '../../../templates/api/Operation.tsx';
import { OperationList } from '../../../templates/api/OperationList.tsx';
import { Overview } from '../../../templates/api/Overview.tsx';
import { Parameter } from '../../../templates/api/Parameter.tsx';
import { Property } from '../../../templates/api/Property.tsx';
import { Response } from '../../../templates/api/Response.tsx';
import { Route } from '../../../templates/api/Route.tsx';
import { Schema } from '../../../templates/api/Schema.tsx';
import { SchemaList } from '../../../templates/api/SchemaList.tsx';
import { SchemaPage } from '../../../templates/api/SchemaPage.tsx';
import { Tabs } from '../../../templates/api/Tabs.tsx';

/** The default templates of API pages, by name. */
export const API_PARTS = {
  Code,
  Heading,
  Operation,
  OperationList,
  Overview,
  Parameter,
  Property,
  Response,
  Route,
  Schema,
  SchemaList,
  SchemaPage,
  Tabs,
};

/** The templates of API pages: the default ones, and those of the site in their place. */
export type ApiParts = Readonly<typeof API_PARTS>;
