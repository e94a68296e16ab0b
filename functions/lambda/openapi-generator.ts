/**
 * In a bundle this stands for `@asteasolutions/zod-to-openapi`: the deployed API serves a description that was written
 * before, so that its routes need not be registered for one.
 */
export class OpenAPIRegistry {
  readonly definitions: readonly never[] = [];
  registerPath(): void {}
  registerWebhook(): void {}
  registerComponent(): void {}
  registerParameter(): void {}
  register(): void {}
}

class NoGenerator {
  constructor() {
    throw new Error('A deployed API makes no description of itself; it serves documents/openapi.json.');
  }
}

export { NoGenerator as OpenApiGeneratorV3, NoGenerator as OpenApiGeneratorV31 };

/** Schemas here have no `openapi` method: what documents them is Zod's own `meta`. */
export function extendZodWithOpenApi(): void {}

export function getOpenApiMetadata(): Record<string, never> {
  return {};
}
