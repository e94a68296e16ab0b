/** What a newcomer reads when the server is up. */

export function readyText(url: string, keptIn: string): string {
  const json = `-H 'Content-Type: application/json'`;
  return `Plypost is ready on ${url} (data ${keptIn}; reference at ${url}/docs). Next, in another terminal:

  TOKEN=$(curl -s ${url}/v1/players ${json} -d '{"name":"Ada"}' | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')
  MATCH=$(curl -s ${url}/v1/matches -H "Authorization: Bearer $TOKEN" ${json} -d '{"game":"aquaignis"}' | sed 's/.*"id":"\\(m_[^"]*\\)".*/\\1/')
  curl -s ${url}/v1/matches/$MATCH
`;
}
