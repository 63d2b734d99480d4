// Functions that the program calls in its page.
mergeInto(LibraryManager.library, {
  $page: {
    film: null,  // the film being recorded: its recorder and the context of the filmed canvas
    filmed: null,  // promise of the last film
    pasted: '',
    refusal: '',  // message when the browser refuses the clipboard

    refuse: function (words) {
      return function () {
        page.refusal = words;
        Module.wake();
      };
    },

    download: function (blob, name) {
      var link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = name;
      link.click();
      setTimeout(function () { URL.revokeObjectURL(link.href); }, 60000);
    },

    // A figure saved as PNG arrives here as SVG. The browser draws it with two pixels per point; its
    // default is 4/3.
    drawn: function (svg) {
      return new Promise(function (done) {
        var image = new Image();
        image.onload = function () {
          var canvas = document.createElement('canvas');
          canvas.width = Math.round(1.5 * image.width);
          canvas.height = Math.round(1.5 * image.height);
          canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
          canvas.toBlob(done);
        };
        image.src = 'data:image/svg+xml;base64,' + btoa(String.fromCharCode.apply(null, svg));
      });
    },

    types: { svg: 'image/svg+xml', png: 'image/png', csv: 'text/csv', json: 'application/json',
             html: 'text/html' },
  },

  page_offer__deps: ['$page', '$FS'],
  page_offer: function (path) {
    var file = UTF8ToString(path);
    var bytes = FS.readFile(file);
    var name = file.substring(file.lastIndexOf('/') + 1);
    var kind = name.substring(name.lastIndexOf('.') + 1);
    if (kind === 'mp4' || kind === 'webm') {
      page.filmed.then(function (film) { page.download(film, name); });
      return;
    }
    if (kind === 'png' && bytes[0] === 0x3c) {
      page.drawn(bytes).then(function (blob) { page.download(blob, name); });
      return;
    }
    page.download(new Blob([bytes], { type: page.types[kind] || 'application/octet-stream' }), name);
  },

  page_choose_files: function () {
    var choice = document.createElement('input');
    choice.type = 'file';
    choice.multiple = true;
    choice.onchange = function () {
      var data = new DataTransfer();
      Array.from(choice.files).forEach(function (file) { data.items.add(file); });
      Module.canvas.dispatchEvent(
        new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
    };
    choice.click();
  },

  page_take_files__deps: ['$stringToNewUTF8'],
  page_take_files: function () {
    var paths = files.take();
    return paths === undefined ? 0 : stringToNewUTF8(paths);
  },

  page_keep__deps: ['$FS'],
  page_keep: function (path) {
    var file = UTF8ToString(path);
    try {
      localStorage.setItem('iklab:' + file, FS.readFile(file, { encoding: 'utf8' }));
    } catch (refused) {
      // without storage the preferences are lost with the page
    }
  },

  page_keep_run__deps: ['$FS'],
  page_keep_run: function (path) {
    Module.keepRun(FS.readFile(UTF8ToString(path), { encoding: 'utf8' }));
  },

  page_tell: function (trouble) {
    Module.tell(UTF8ToString(trouble));
  },

  page_draws_by_software: function () {
    var gl = document.createElement('canvas').getContext('webgl');
    var known = gl && gl.getExtension('WEBGL_debug_renderer_info');
    var name = known ? gl.getParameter(known.UNMASKED_RENDERER_WEBGL) : '';
    if (gl) gl.getExtension('WEBGL_lose_context').loseContext();
    return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name) ? 1 : 0;
  },

  page_system_wishes: function () {
    return Module.reader.wishesOfSystem();
  },

  page_describe: function (words) {
    Module.reader.describe(JSON.parse(UTF8ToString(words)));
  },

  page_say: function (sentence) {
    Module.reader.say(UTF8ToString(sentence));
  },

  page_take_wish__deps: ['$stringToNewUTF8'],
  page_take_wish: function () {
    var wish = Module.reader.wishes.shift();
    return wish ? stringToNewUTF8(wish) : 0;
  },

  page_draw_sign: function (code, height, room, alpha) {
    var canvas = document.createElement('canvas');
    canvas.width = room;
    canvas.height = height;
    var context = canvas.getContext('2d', { willReadFrequently: true });
    var sign = String.fromCharCode(code);
    context.font = Math.round(0.8 * height) + 'px sans-serif';
    context.fillText(sign, 0, Math.round(0.78 * height));
    var rgba = context.getImageData(0, 0, room, height).data;
    for (var i = 0; i < room * height; ++i) HEAPU8[alpha + i] = rgba[4 * i + 3];
    return Math.min(Math.ceil(context.measureText(sign).width), room);
  },

  page_fail: function (reason) {
    Module.fail(UTF8ToString(reason));
  },

  page_ready: function () {
    Module.ready();
  },

  page_pointed: function (what, notch) {
    Module.pointed(what, notch);
  },

  // Of the event that is being handled, `key` is the sign in the user's layout, and `code` the key's place on an
  // American keyboard. The keyCode, which GLFW's number comes from, is the letter's in layouts without Latin letters.
  page_key: function (key) {
    var event = window.event;
    if (!event || typeof event.key !== 'string') return key;
    if (/^[a-z]$/i.test(event.key)) return event.key.toUpperCase().charCodeAt(0);
    var digit = /^Digit([0-9])$/.exec(event.code);
    if (digit) return digit[1].charCodeAt(0);
    if (event.key.length === 1 && '`-=[]\\;\',./'.indexOf(event.key) >= 0) return event.key.charCodeAt(0);
    var sign = { BracketLeft: '[', BracketRight: ']', Comma: ',', Period: '.' }[event.code];
    return sign ? sign.charCodeAt(0) : key;
  },

  page_resize: function (width, height) {
    Module.canvas.width = width;
    Module.canvas.height = height;
  },

  // Older versions of emscripten give the pointer's position in canvas pixels, newer ones in CSS pixels.
  page_pixels_per_coordinate__deps: ['$Browser'],
  page_pixels_per_coordinate: function () {
    if (!Browser.calculateMouseCoords) return 1;
    var moved = Browser.calculateMouseCoords(1, 0).x - Browser.calculateMouseCoords(0, 0).x;
    return Module.canvas.width / Module.canvas.getBoundingClientRect().width / moved;
  },

  // Films a copy of the canvas, without overlays that only the screen shows.
  page_film_start__deps: ['$page', '$stringToNewUTF8'],
  page_film_start: function () {
    var copy = document.createElement('canvas');
    if (!copy.captureStream || typeof MediaRecorder === 'undefined') return 0;
    var kind = ['video/mp4', 'video/webm'].find(function (type) {
      return MediaRecorder.isTypeSupported(type);
    });
    if (!kind) return 0;
    copy.width = Module.canvas.width;
    copy.height = Module.canvas.height;
    var context = copy.getContext('2d');
    var parts = [];
    var recorder = new MediaRecorder(copy.captureStream(30), { mimeType: kind });
    recorder.ondataavailable = function (part) { parts.push(part.data); };
    page.filmed = new Promise(function (done) {
      recorder.onstop = function () { done(new Blob(parts, { type: kind })); };
    });
    recorder.start();
    page.film = { recorder: recorder, context: context };
    return stringToNewUTF8('.' + kind.substring(6));
  },

  page_film_frame__deps: ['$page'],
  page_film_frame: function () {
    page.film.context.drawImage(Module.canvas, 0, 0);
  },

  page_film_stop__deps: ['$page'],
  page_film_stop: function () {
    if (page.film) page.film.recorder.stop();
    page.film = null;
  },

  page_copy__deps: ['$page'],
  page_copy: function (pointer) {
    var text = UTF8ToString(pointer);
    page.pasted = text;
    var refuse = page.refuse('The browser does not let the page write to the clipboard');
    if (!navigator.clipboard) return refuse();
    navigator.clipboard.writeText(text).catch(refuse);
  },

  page_copy_picture__deps: ['$page'],
  page_copy_picture: function (pointer, count) {
    var bytes = HEAPU8.slice(pointer, pointer + count);
    var refuse = page.refuse('The browser does not let the page put a picture on the clipboard');
    if (!navigator.clipboard || !navigator.clipboard.write || typeof ClipboardItem === 'undefined') {
      return refuse();
    }
    var png = bytes[0] === 0x3c ? page.drawn(bytes)
                                : Promise.resolve(new Blob([bytes], { type: 'image/png' }));
    navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]).catch(refuse);
  },

  page_pasted__deps: ['$page', '$stringToNewUTF8'],
  page_pasted: function () {
    return stringToNewUTF8(Module.pasted !== undefined ? Module.pasted : page.pasted);
  },

  page_ask_clipboard__deps: ['$page'],
  page_ask_clipboard: function () {
    var refuse = page.refuse('The browser does not let the page read the clipboard: press Ctrl V');
    if (!navigator.clipboard || !navigator.clipboard.readText) return refuse();
    navigator.clipboard.readText().then(function (text) {
      Module.clipboard = text;
      Module.wake();
    }, refuse);
  },

  page_take_clipboard__deps: ['$stringToNewUTF8'],
  page_take_clipboard: function () {
    var text = Module.clipboard;
    Module.clipboard = undefined;
    return text === undefined ? 0 : stringToNewUTF8(text);
  },

  page_take_refusal__deps: ['$page', '$stringToNewUTF8'],
  page_take_refusal: function () {
    var words = page.refusal;
    page.refusal = '';
    return words ? stringToNewUTF8(words) : 0;
  },

  page_link__deps: ['$stringToNewUTF8'],
  page_link: function () {
    return stringToNewUTF8(Module.address());
  },

  page_in_sight: function () {
    return Module.inSight() ? 1 : 0;
  },

  page_take_message__deps: ['$stringToNewUTF8'],
  page_take_message: function () {
    var message = messages.take();
    return message === undefined ? 0 : stringToNewUTF8(message);
  },

  page_state: function (step, time, error, jitter, playing) {
    messages.state({ step: step, time_s: time, error_m: error, jitter_deg: jitter, playing: playing !== 0 });
  },

  page_answer: function (answer) {
    messages.answer(JSON.parse(UTF8ToString(answer)));
  },

  page_tell_change: function (change) {
    messages.change(JSON.parse(UTF8ToString(change)));
  },
});
