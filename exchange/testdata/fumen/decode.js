// Reads a JSON list of fumens on stdin and answers on stdout, for each of them,
// with its pages, its comment, the field it begins with, the field that its last
// piece leaves, and the same pages encoded anew.
const { decoder, encoder } = require('tetris-fumen');

const drawn = (field) => field.str({ reduced: false, garbage: false }).split('\n');

function describe(fumen) {
  const pages = decoder.decode(fumen);
  const last = pages[pages.length - 1];
  const field = last.field;
  if (last.operation) {
    field.fill(last.operation);
  }
  field.clearLine();
  return {
    pages: pages.length,
    comment: pages[0].comment,
    begins: drawn(pages[0].field),
    ends: drawn(field),
    again: encoder.encode(pages),
  };
}

let text = '';
process.stdin.on('data', (chunk) => { text += chunk; });
process.stdin.on('end', () => {
  process.stdout.write(JSON.stringify(JSON.parse(text).map(describe)));
});
