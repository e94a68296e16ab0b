/** Which table a function works on: its deployment says so. */
export function tableName(): string {
  const { PLYPOST_TABLE } = process.env;
  if (!PLYPOST_TABLE) throw new Error('The environment variable PLYPOST_TABLE must name the table.');
  return PLYPOST_TABLE;
}
