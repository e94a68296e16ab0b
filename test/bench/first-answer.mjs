/** A Lambda container in small: loads a bundle, hands it one event, says when the answer was there. */
const [bundle, event] = process.argv.slice(2);
const { handler } = await import(bundle);
const answer = await handler(JSON.parse(event));
console.error(answer.statusCode === 200 ? 'answered' : `not answered: ${JSON.stringify(answer)}`);
process.exit(answer.statusCode === 200 ? 0 : 1);
