/// The part of the script in a page that waits for what the browser does at a time of its own.
///
/// Time stands still until the answers are there that the page waits for.
enum PageAnswers {
  /// Expects the parts of ``PageClock`` and ``PageRecord``.
  static let text = #"""
      // What is awaited, with the time until it is; what takes longer than 5 s comes at its own time.
      const awaited = new Map();
      const expect = () => {
        const id = {};
        awaited.set(id, nativeNow() + 5000);
        return () => { awaited.delete(id); };
      };
      const turn = () => new Promise(done => nativeTimeout(done, 0));
      const answers = async () => {
        if (!awaited.size) return;
        while (awaited.size) {
          await turn();
          for (const [id, end] of awaited) {
            if (nativeNow() < end) continue;
            awaited.delete(id);
            notes.add("an answer took longer than 5 s, and came at its own time");
          }
        }
        // The page reads its own copy.
        await turn();
      };
      const on = (target, names, listener) => {
        for (const name of names) target.addEventListener(name, listener, { once: true });
      };
      const attempt = begin => {
        const isDone = expect();
        try {
          begin(isDone);
        } catch (error) {
          isDone();
          throw error;
        }
      };
      const nativeFetch = fetch;
      window.fetch = (...parts) => {
        const isDone = expect();
        const response = nativeFetch(...parts);
        // A copy tells when the whole answer is there.
        response.then(response => response.clone().arrayBuffer()).catch(() => {}).then(isDone);
        return response;
      };

      // Promises and databases: what these return is awaited.
      const follow = result => {
        if (result instanceof Promise) {
          const isDone = expect();
          result.then(isDone, isDone);
        } else if (result instanceof IDBOpenDBRequest) {
          on(result, ["success", "error"], expect());
        } else if (result instanceof IDBTransaction) {
          on(result, ["complete", "abort"], expect());
        } else if (result?.[Symbol.asyncIterator]) {
          const native = result.next;
          result.next = (...parts) => follow(native.apply(result, parts));
        }
        return result;
      };
      const followAll = object => {
        for (const [name, { value: native }] of Object.entries(Object.getOwnPropertyDescriptors(object))) {
          if (typeof native !== "function" || name === "constructor") continue;
          object[name] = function (...parts) { return follow(native.apply(this, parts)); };
        }
      };
      for (const name of ["Blob", "Cache", "CacheStorage", "FileSystemDirectoryHandle",
        "FileSystemFileHandle", "FileSystemHandle", "FileSystemWritableFileStream", "FontFace",
        "FontFaceSet", "HTMLImageElement", "IDBDatabase", "IDBFactory", "OffscreenCanvas", "Request",
        "Response", "ServiceWorkerContainer", "StorageManager", "SubtleCrypto"]) {
        if (window[name]) followAll(window[name].prototype);
      }
      for (const name of ["compile", "compileStreaming", "instantiate", "instantiateStreaming"]) {
        const native = WebAssembly[name];
        WebAssembly[name] = (...parts) => follow(native(...parts));
      }
      const nativeBitmap = createImageBitmap;
      window.createImageBitmap = (...parts) => follow(nativeBitmap(...parts));
      const nativeBlob = HTMLCanvasElement.prototype.toBlob;
      HTMLCanvasElement.prototype.toBlob = function (call, ...parts) {
        attempt(isDone => nativeBlob.call(this, blob => { isDone(); call(blob); }, ...parts));
      };
      for (const [type, names] of [[XMLHttpRequest, ["send"]],
        [FileReader, ["readAsArrayBuffer", "readAsBinaryString", "readAsDataURL", "readAsText"]]]) {
        for (const name of names) {
          property(type, name, ({ value: native }) => ({
            value(...parts) {
              attempt(isDone => {
                on(this, ["loadend"], isDone);
                native.apply(this, parts);
              });
            },
          }));
        }
      }

      // Images, scripts, style sheets and iframes that the page adds
      const loading = new WeakSet(), changed = new WeakSet();
      const load = element => {
        changed.delete(element);
        if (loading.has(element)) return;
        loading.add(element);
        const isDone = expect();
        on(element, ["load", "error"], () => {
          loading.delete(element);
          isDone();
        });
      };
      const isLazy = element => element.loading === "lazy";
      const change = element => {
        if (element instanceof HTMLImageElement) {
          if (!isLazy(element) && element.ownerDocument === document) load(element);
        } else {
          changed.add(element);
          if (element.isConnected) add(element);
        }
      };
      const add = element => {
        if (element instanceof HTMLImageElement) {
          if (!element.complete && !isLazy(element)) load(element);
        } else if (element instanceof HTMLScriptElement) {
          // One that comes as HTML does not run.
          const runs = ["", "module", "text/javascript"].includes(element.type);
          if (runs && changed.has(element)) load(element);
        } else if (element instanceof HTMLLinkElement) {
          if (element.relList.contains("stylesheet") && element.href && !element.disabled) load(element);
        } else if (element instanceof HTMLIFrameElement) {
          // An empty one has loaded at once.
          const source = element.srcdoc || element.getAttribute("src") || "about:blank";
          if (!source.startsWith("about:") && !isLazy(element)) load(element);
        }
      };
      for (const [type, names] of [[HTMLImageElement, ["src", "srcset"]], [HTMLScriptElement, ["src"]],
        [HTMLLinkElement, ["href"]], [HTMLIFrameElement, ["src", "srcdoc"]]]) {
        for (const name of names) {
          property(type, name, ({ set }) => ({
            set(value) {
              set.call(this, value);
              change(this);
            },
          }));
        }
        type.prototype.setAttribute = function (name, value) {
          Element.prototype.setAttribute.call(this, name, value);
          if (names.includes(String(name).toLowerCase())) change(this);
        };
      }

      // Shadow trees have elements and animations of their own.
      const roots = new Set([document]);
      const addRoot = root => {
        if (roots.has(root)) return;
        roots.add(root);
        additions.observe(root, { childList: true, subtree: true });
        addRoots(root);
      };
      const addRoots = parent => {
        for (const element of parent.querySelectorAll("*")) {
          if (element.shadowRoot) addRoot(element.shadowRoot);
        }
      };
      const additions = new MutationObserver(records => {
        for (const node of records.flatMap(record => [...record.addedNodes])) {
          if (!(node instanceof Element)) continue;
          if (node.shadowRoot) addRoot(node.shadowRoot);
          addRoots(node);
          for (const element of [node, ...node.querySelectorAll("img, script, link, iframe")]) add(element);
        }
      });
      // What is there before delays this event.
      addEventListener("load", event => {
        if (event.target === document) additions.observe(document, { childList: true, subtree: true });
      }, true);
      const nativeAttach = Element.prototype.attachShadow;
      Element.prototype.attachShadow = function (...parts) {
        const root = nativeAttach.apply(this, parts);
        addRoot(root);
        return root;
      };

      // Messages that the page sends to itself
      let messageCount = 0;
      const arrives = () => { messageCount--; };
      const NativeChannel = MessageChannel, ownPorts = new WeakSet();
      window.MessageChannel = class extends NativeChannel {
        constructor() {
          super();
          for (const port of [this.port1, this.port2]) {
            ownPorts.add(port);
            port.addEventListener("message", arrives);
          }
        }
      };
      const nativePost = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (...parts) {
        if (ownPorts.has(this)) messageCount++;
        return nativePost.apply(this, parts);
      };
      const nativeWindowPost = window.postMessage.bind(window);
      window.postMessage = (...parts) => {
        messageCount++;
        nativeWindowPost(...parts);
      };
      addEventListener("message", event => { if (event.source === window) arrives(); }, true);

      const settle = async () => {
        if (document.fonts.status === "loading") follow(document.fonts.ready);
        do {
          await answers();
          // A message that nobody receives is not awaited for long.
          for (let turns = 0; messageCount > 0 && turns < 100; turns++) await turn();
          messageCount = 0;
        } while (awaited.size);
      };

      // Observers report with a frame of the browser's own, and after it; scrolling sends its events then, too.
      let observes = false, scrolls = false;
      for (const name of ["IntersectionObserver", "ResizeObserver"]) {
        property(window[name], "observe", ({ value: native }) => ({
          value(...parts) {
            observes = true;
            native.apply(this, parts);
          },
        }));
      }
      for (const name of ["scrollLeft", "scrollTop"]) {
        property(Element, name, ({ set }) => ({
          set(value) {
            scrolls = true;
            set.call(this, value);
          },
        }));
      }
      for (const [object, names] of [[Element.prototype,
        ["scroll", "scrollBy", "scrollIntoView", "scrollTo"]], [window, ["scroll", "scrollBy", "scrollTo"]]]) {
        for (const name of names) {
          const native = object[name];
          object[name] = function (...parts) {
            scrolls = true;
            return native.apply(this, parts);
          };
        }
      }
      property(IntersectionObserverEntry, "time", () => ({ get: () => now }));
      const observe = async () => {
        if (!observes && !scrolls) return;
        scrolls = false;
        pulse?.play();
        await new Promise(done => nativeFrame(done));
        await turn();
        await turn();
        await settle();
      };

      // What is not waited for
      for (const [name, words] of [["Worker", "a worker has its own clock"],
        ["SharedWorker", "a worker has its own clock"],
        ["AudioContext", "a video or sound has its own clock"],
        ["BroadcastChannel", "messages of a BroadcastChannel come at their own time"],
        ["EventSource", "messages of an EventSource come at their own time"],
        ["WebSocket", "messages of a WebSocket come at their own time"]]) {
        const Native = window[name];
        if (!Native) continue;
        window[name] = class extends Native {
          constructor(...parts) { notes.add(words); super(...parts); }
        };
      }
      if (window.ServiceWorkerContainer) {
        property(ServiceWorkerContainer, "register", ({ value: native }) => ({
          value(...parts) {
            notes.add("a worker has its own clock");
            return native.apply(this, parts);
          },
        }));
      }
      const nativeTransition = Document.prototype.startViewTransition;
      if (nativeTransition) Document.prototype.startViewTransition = function (...parts) {
        notes.add("a view transition has its own clock");
        return nativeTransition.apply(this, parts);
      };
      document.addEventListener("load", ({ target }) => {
        if (hasBegun && target instanceof HTMLImageElement && isLazy(target)) {
          notes.add("an image with loading=lazy came at its own time");
        }
      }, true);

    """#
}
